import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Product } from '#contract/catalogue/products.ts'
import { texts } from '#contract/fixed-texts.ts'
import { api } from '../../api.ts'
import { useIdempotencyKey } from '../../forms/use-idempotency-key.ts'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { Modal } from '../../ui/modals/modal.tsx'
import { ModalCancel } from '../../ui/modals/modal-buttons.tsx'
import { LoadedLater } from '../../ui/page/loaded.tsx'
import { resultOf } from '../../ui/page/result.ts'
import { toast } from '../../ui/page/toasts.tsx'
import { EditProduct } from './edit-product.tsx'
import { isLowStock } from './is-low-stock.ts'
import { ProductHistory } from './product-history.tsx'
import { RestockProduct } from './restock-product.tsx'

/** The skeleton of each is as high as what it usually shows. */
const panels = {
  Edit: { title: 'Edit product', Content: EditProduct, rows: 16 },
  Restock: { title: 'Restock', Content: RestockProduct, rows: 6 },
  History: { title: 'History', Content: ProductHistory, rows: 6 },
}
type Panel = keyof typeof panels

/** What can be done with one product, and the panel for it; what it needs most stands out. */
export function ProductActions({ product }: { product: Product }) {
  const params = { id: product._id }
  const { revalidate } = useRevalidator()
  const load = (panel: Panel) => ({ panel, history: resultOf(api.getProductHistory({ params })) })
  const [open, setOpen] = useState<ReturnType<typeof load> | null>(null)
  const close = () => setOpen(null)
  const keys = useIdempotencyKey()
  const [remove, removing] = useSingleFlight(async () => {
    if (!confirm(texts.confirmDelete)) return
    try {
      const { message } = await api.deleteProduct({ params })
      toast.success(message)
      await revalidate()
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  const needed: Panel = isLowStock(product) ? 'Restock' : 'Edit'
  const { title, Content, rows } = panels[open?.panel ?? 'History']

  return (
    <>
      {(Object.keys(panels) as Panel[]).map((panel) => (
        <button
          key={panel}
          type="button"
          className={`btn btn-sm ${panel === needed ? 'btn-outline' : 'btn-ghost'}`}
          onClick={() => setOpen(load(panel))}
        >
          {panel} <span className="sr-only">{product.name}</span>
        </button>
      ))}
      <button type="button" className="btn btn-sm btn-ghost" aria-disabled={removing} onClick={remove}>
        Delete <span className="sr-only">{product.name}</span>
      </button>
      {open && (
        <Modal title={title} onCancel={close}>
          <LoadedLater
            loading={open.history}
            retry={() => setOpen(load(open.panel))}
            skeleton={{ blocks: rows, height: 'h-10' }}
            footer={<ModalCancel onCancel={close} />}
          >
            {(history) => (
              <Content
                history={history}
                keys={keys}
                onClose={close}
                onChanged={(sentence) => {
                  close()
                  toast.success(sentence)
                  void revalidate()
                }}
              />
            )}
          </LoadedLater>
        </Modal>
      )}
    </>
  )
}
