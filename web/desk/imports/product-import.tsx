import { useEffect, useRef, useState } from 'react'
import type { ProductImport as Import } from '#contract/catalogue/imports.ts'
import { api } from '../../api.ts'
import { fetchWithProgress } from '../../forms/fetch-with-progress.ts'
import { useNoFileDrop } from '../../ui/controls/use-no-file-drop.ts'
import { focusHeading } from '../../ui/page/focus-heading.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportErrors } from './import-errors.tsx'
import { ImportResult } from './import-result.tsx'
import { isAtWork, useImport } from './use-import.ts'

const MAX_NAME_LENGTH = 200

/** A file is sent and checked, its errors are read, and what is right in it is applied. */
export function ProductImport({ latest }: { latest: Import | null }) {
  useNoFileDrop()
  const { shown, problem, take } = useImport(latest)
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null)
  /** What did not arrive, to be sent again without choosing it again. */
  const [unsent, setUnsent] = useState<File | null>(null)
  const left = useRef<AbortController | null>(null)
  useEffect(() => () => left.current?.abort(), [])

  async function send(file: File) {
    const controller = new AbortController()
    left.current = controller
    // The button that was pressed disappears.
    focusHeading()
    setUnsent(null)
    setSending({ name: file.name, part: 0 })
    const started = api.startImport({
      query: { fileName: file.name.slice(-MAX_NAME_LENGTH) },
      // Some systems take a CSV for a spreadsheet.
      file: file.slice(0, file.size, 'text/csv'),
      fetch: fetchWithProgress((part) => setSending({ name: file.name, part })),
      signal: controller.signal,
    })
    try {
      await take(started)
    } catch {
      if (!controller.signal.aborted) setUnsent(file)
    } finally {
      setSending(null)
    }
  }

  const free = !sending && !(shown && isAtWork(shown))
  return (
    <div className="grid gap-8">
      <div role="status" className="grid gap-2 empty:hidden">
        {problem && <p className="border-error border-l-4 bg-base-200 px-4 py-3">{problem}</p>}
      </div>
      {free && unsent && (
        <p>
          <button type="button" className="btn btn-outline mr-4" onClick={() => send(unsent)}>
            Send {unsent.name} again
          </button>
          <span className="text-quiet">If you have changed it since, choose it again.</span>
        </p>
      )}
      {sending && <ProgressBar label={`Sending ${sending.name}`} part={sending.part} />}
      {shown && !sending && (
        <ImportResult
          key={shown._id}
          latest={shown}
          onApply={() => take(api.applyImport({ params: { id: shown._id } })).catch(() => {})}
        />
      )}
      {free && <ChooseFile instead={shown?.state === 'checked'} onChosen={send} />}
      {shown && !sending && <ImportErrors latest={shown} />}
    </div>
  )
}
