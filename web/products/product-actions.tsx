import { type MouseEvent, useState } from 'react'
import { texts } from '#contract/fixed-texts.ts'
import type { Product } from '#contract/products.ts'
import { api } from '../api.ts'
import { Modal } from '../ui/modal.tsx'
import { focusNextRow } from '../ui/responsive-table.tsx'
import { toast } from '../ui/toasts.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { EditProduct } from './edit-product.tsx'
import { ProductHistory } from './product-history.tsx'
import { RestockProduct } from './restock-product.tsx'

const panels = {
  Edit: { title: 'Edit product', look: 'btn-outline', Content: EditProduct },
  Restock: { title: 'Restock', look: 'btn-outline', Content: RestockProduct },
  History: { title: 'History', look: 'btn-ghost', Content: ProductHistory },
}
type Panel = keyof typeof panels

/** What can be done with one product, and the panel for it. */
export function ProductActions({ product, onChanged }: { product: Product; onChanged: () => void }) {
  const [open, setOpen] = useState<Panel | null>(null)
  const close = () => setOpen(null)
  const [remove, removing] = useSingleFlight(async ({ currentTarget: button }: MouseEvent<HTMLElement>) => {
    if (!confirm(texts.confirmDelete)) return
    try {
      const { message } = await api.deleteProduct({ params: { id: product._id } })
      focusNextRow(button)
      toast.success(message)
      onChanged()
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  const { title, Content } = panels[open ?? 'History']

  return (
    <>
      {(Object.keys(panels) as Panel[]).map((panel) => (
        <button
          key={panel}
          type="button"
          className={`btn btn-sm ${panels[panel].look}`}
          onClick={() => setOpen(panel)}
        >
          {panel} <span className="sr-only">{product.name}</span>
        </button>
      ))}
      <button type="button" className="btn btn-sm btn-ghost" aria-disabled={removing} onClick={remove}>
        Delete <span className="sr-only">{product.name}</span>
      </button>
      {open && (
        <Modal title={title} onCancel={close}>
          <Content
            id={product._id}
            onClose={close}
            onChanged={(sentence) => {
              close()
              toast.success(sentence)
              onChanged()
            }}
          />
        </Modal>
      )}
    </>
  )
}
