/** Runs in the page: what it shows two frames later, when what was just done has had its effect. */
export async function inspectPage() {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const statuses = [...document.querySelectorAll('main [role=status]')]
  return {
    /** Not what lies beside the shop's pages: its mailbox, a document, a file. */
    isShop: window.shop !== undefined,
    heading: document.querySelector('main h1')?.textContent ?? '',
    isLoading: statuses.some(({ textContent }) => textContent.trim().startsWith('Loading')),
    // A blank page has no storage.
    isSignedIn: location.protocol === 'http:' && localStorage.getItem('accessToken') !== null,
  }
}
