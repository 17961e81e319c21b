import { ownPath } from '#contract/formats/own-path.ts'

/** Leads to a picture that no admin has let through, and says where that is. */
export function PictureLink({ address }: { address: string }) {
  const site = siteOf(address)
  return (
    <a href={address} rel="nofollow noreferrer" className="link truncate text-sm">
      Picture{site && ` on ${site}`}
    </a>
  )
}

/** Empty for a path of this shop. */
function siteOf(address: string): string {
  const site = 'http://shop'
  return ownPath(address) === null && URL.canParse(address, site) ? new URL(address, site).host : ''
}
