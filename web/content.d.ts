declare module '*.md' {
  const document: import('./ui/page/document-page.tsx').Document
  export default document
}
