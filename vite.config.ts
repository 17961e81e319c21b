import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// Few files for the first page: what changes only with the toolchain, and what every page of ours has.
const groups = [
  { name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'shell', test: /\/(contract\/(texts|stock)\.ts|web\/(layout\/|ui\/(icons|toasts)\.))/ },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
})
