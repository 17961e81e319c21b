import { CopyIcon } from '../page/icons.tsx'
import { toast } from '../page/toasts.tsx'

/** Copies a text that can be read beside it. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Copied')
    } catch {
      toast.error('This browser does not allow copying here. Select the text and copy it.')
    }
  }

  return (
    <button type="button" className="btn btn-sm btn-outline" onClick={copy}>
      <CopyIcon />
      {children}
    </button>
  )
}
