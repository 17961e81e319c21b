import { DownloadIcon } from '../page/icons.tsx'
import { toast } from '../page/toasts.tsx'
import { saveFile } from './save-file.ts'
import { useSingleFlight } from './use-single-flight.ts'

type DownloadButtonProps = {
  label: string
  fileName: string
  kind?: 'PDF' | 'CSV'
  className?: string
  load: (options: DownloadOptions) => Promise<Blob>
}
export type DownloadOptions = { readHeaders: (headers: Headers) => void }

const MISSING =
  'Some characters appear as � in this document because none of the shop’s fonts has them. Set DOCUMENT_FONT to a font that does.'

/** Fetches a file and saves it; among others of an order a link, by itself a button. */
export function DownloadButton({
  label,
  fileName,
  kind = 'PDF',
  className = 'link inline-flex min-h-6 cursor-pointer items-center gap-1 text-left text-sm',
  load,
}: DownloadButtonProps) {
  const [download, busy] = useSingleFlight(async () => {
    try {
      let incomplete = false
      const readHeaders = (headers: Headers) => {
        incomplete = headers.has('x-missing-glyphs')
      }
      saveFile(`${fileName}.${kind.toLowerCase()}`, await load({ readHeaders }))
      if (incomplete) toast.error(MISSING)
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  return (
    <button type="button" className={className} aria-busy={busy} aria-disabled={busy} onClick={download}>
      <DownloadIcon />
      {label} {busy ? 'is loading' : `(${kind})`}
    </button>
  )
}
