declare module '*.md' {
  const document: import('./ui/document-page.tsx').Document
  export default document
}
