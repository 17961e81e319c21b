/** Offers a text that the page holds as a download. */
export function saveFile(name: string, type: string, text: string) {
  const href = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
