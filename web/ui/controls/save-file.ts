// Some browsers read the file only after the click has been handled.
const READ_MS = 60_000

/** Offers what the page holds as a download. */
export function saveFile(name: string, content: Blob) {
  const href = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), READ_MS)
}
