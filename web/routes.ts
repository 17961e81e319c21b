import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('home', 'pages/home.tsx', { id: 'pages/home-by-name' }),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
