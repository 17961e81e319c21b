import { api } from '../../api.ts'
import { filledOf } from '../../forms/typed-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { saveFile } from '../../ui/controls/save-file.ts'
import { type Close, ModalButton } from '../../ui/modals/modal-button.tsx'
import { ModalForm } from '../../ui/modals/modal-form.tsx'
import { DownloadIcon } from '../../ui/page/icons.tsx'

/** Orders of some days, as a file for a spreadsheet. */
export function ExportBookings() {
  return (
    <ModalButton
      label="Export orders (CSV)"
      icon={<DownloadIcon />}
      title="Export orders"
      className="btn btn-sm btn-outline"
    >
      {(close) => <DaysForm close={close} />}
    </ModalButton>
  )
}

function DaysForm({ close }: { close: Close }) {
  const submit = useSubmit(async (form) => {
    const query = filledOf(form, 'from', 'to')
    const file = await api.exportBookings({ query })
    saveFile(`${['orders', query.from ?? (query.to && 'to'), query.to].filter(Boolean).join('-')}.csv`, file)
    close()
  })
  return (
    <ModalForm submit={submit} label="Export" onCancel={() => close()}>
      <p>Orders placed between these dates. Leave a date empty for no limit.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="From" optional name="from" type="date" error={submit.errorAt('from')} />
        <TextField label="To" optional name="to" type="date" error={submit.errorAt('to')} />
      </div>
    </ModalForm>
  )
}
