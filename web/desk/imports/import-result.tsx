import { useState } from 'react'
import type { ProductImport } from '#contract/catalogue/imports.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { ConfirmModal } from '../../ui/modals/confirm-modal.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

type ImportResultProps = { latest: ProductImport; onApply: () => Promise<void> }

/** Where an import stands: what is happening, what would happen, or what has happened. */
export function ImportResult({ latest, onApply }: ImportResultProps) {
  const { state, fileName, by, at, rows, done } = latest
  return (
    <section aria-label="Latest import" className="grid gap-4 rounded-box border border-base-300 p-4 lg:p-6">
      <div role="status">
        <h2 className="text-xl">{titleOf(latest)}</h2>
        <p className="text-quiet text-sm">
          {fileName} · {by} · {formatDateTime(at)}
        </p>
      </div>
      {state === 'checking' && <ProgressBar label={`${formatCount(done)} rows checked`} part={null} />}
      {state === 'applying' && (
        <ProgressBar
          label={`${formatCount(done)} of ${formatCount(rows)} rows`}
          part={rows ? done / rows : null}
        />
      )}
      {state === 'failed' && <p role="alert">{latest.problem}</p>}
      {(state === 'checked' || state === 'done') && <Counts latest={latest} />}
      {state === 'checked' && <Apply latest={latest} onApply={onApply} />}
    </section>
  )
}

function titleOf({ state }: ProductImport) {
  return {
    checking: 'Checking the file…',
    checked: 'The file has been checked. Nothing has changed yet.',
    applying: 'Applying…',
    done: 'The import is done.',
    failed: 'The import failed.',
  }[state]
}

function Counts({ latest: { state, created, updated, unchanged, wrong } }: { latest: ProductImport }) {
  const names =
    state === 'done'
      ? ['Added', 'Changed', 'Unchanged', 'With errors, skipped']
      : ['Will be added', 'Will be changed', 'Unchanged', 'With errors, will be skipped']
  const counts = [created, updated, unchanged, wrong]
  return (
    <div className="max-w-100">
      <DetailList details={names.map((name, place) => [name, formatCount(counts[place] ?? 0)] as const)} />
    </div>
  )
}

function Apply({ latest, onApply }: ImportResultProps) {
  const [asking, setAsking] = useState(false)
  const { created, updated, wrong } = latest
  const rows = created + updated
  const [apply, busy] = useSingleFlight(async () => {
    await onApply()
    setAsking(false)
  })
  if (rows === 0)
    return (
      <p>
        {wrong > 0
          ? 'No rows can be applied. Correct the file and upload it again.'
          : 'There is nothing to change.'}
      </p>
    )
  const label = `Apply ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`
  return (
    <>
      <button type="button" className="btn btn-primary justify-self-start" onClick={() => setAsking(true)}>
        {label}
      </button>
      {asking && (
        <ConfirmModal
          title={`${label}?`}
          confirmLabel={label}
          className="btn-primary"
          busy={busy}
          onConfirm={apply}
          onCancel={() => setAsking(false)}
        >
          <p>{promiseOf(latest)}</p>
        </ConfirmModal>
      )}
    </>
  )
}

function promiseOf({ created, updated, wrong }: ProductImport) {
  const products = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`
  const parts = [
    created > 0 && `${products(created)} will be added`,
    updated > 0 && `${products(updated)} will be changed`,
    wrong > 0 && `${formatCount(wrong)} ${wrong === 1 ? 'row' : 'rows'} with errors will be skipped`,
  ]
  return `${parts.filter(Boolean).join(', ')}. Each change is in the product’s history.`
}
