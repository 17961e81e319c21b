import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { saveFile } from '../../ui/controls/save-file.ts'

/** Asked before their window closes. */
export const CODES_SAVED = 'These codes are shown only once. Have you saved them?'

type RecoveryCodesProps = { codes: string[]; onSaved: () => void }

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <div className="grid gap-4">
      <p>
        Save these codes now: they are shown only once. If you lose your phone, each one signs you in once.
      </p>
      <ol className="grid grid-cols-2 gap-x-8 gap-y-1 rounded-box bg-base-200 p-4">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text}>Copy codes</CopyButton>
        <button
          type="button"
          className="btn btn-sm btn-outline"
          onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download codes
        </button>
      </div>
      <button type="button" className="btn btn-primary justify-self-end" onClick={onSaved}>
        I have saved them
      </button>
    </div>
  )
}
