/** Offers what the page holds as a download. */
export function saveFile(name: string, content: Blob) {
  const href = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
