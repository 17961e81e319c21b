import { useState } from 'react'
import { Link } from 'react-router'
import type { Category } from '#contract/catalogue/categories.ts'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { api } from '../../api.ts'
import { textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { SelectField, TextField } from '../../ui/controls/field.tsx'
import { type Close, ModalButton } from '../../ui/modals/modal-button.tsx'
import { ModalCancel } from '../../ui/modals/modal-buttons.tsx'
import { ModalForm } from '../../ui/modals/modal-form.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadedLater } from '../../ui/page/loaded.tsx'
import { resultOf } from '../../ui/page/result.ts'

const SUBMIT = 'Rename'

const load = () => resultOf(api.listCategories({ signedIn: true }))

export function RenameCategory() {
  return (
    <ModalButton label="Rename category" title="Rename category" className="btn btn-outline btn-sm">
      {(close) => <LoadedCategories close={close} />}
    </ModalButton>
  )
}

function LoadedCategories({ close }: { close: Close }) {
  const [loading, setLoading] = useState(load)
  return (
    <LoadedLater
      loading={loading}
      retry={() => setLoading(load())}
      skeleton={{ blocks: 2, height: 'h-18', layout: 'gap-4' }}
      footer={<ModalCancel label={SUBMIT} onCancel={() => close()} />}
    >
      {(categories) =>
        categories.length > 0 ? (
          <RenameForm categories={categories} close={close} />
        ) : (
          <EmptyState sentence="No categories yet. Enter one when you add or edit a product.">
            <Link to="/dashboard/addProduct" className="btn btn-primary">
              {texts.dashboard.addProduct}
            </Link>
            <button type="button" className="btn btn-outline" onClick={() => close()}>
              Close
            </button>
          </EmptyState>
        )
      }
    </LoadedLater>
  )
}

function RenameForm({ categories, close }: { categories: Category[]; close: Close }) {
  const submit = useSubmit(async (form) => {
    const slug = textOf(form, 'slug')
    const { name, products } = await api.renameCategory({
      params: { slug },
      body: { name: textOf(form, 'name') },
    })
    close(`Renamed to ${name}: ${countOf(products)}`)
  })
  return (
    <ModalForm submit={submit} label={SUBMIT} onCancel={() => close()}>
      <SelectField label="Category" name="slug">
        {categories.map(({ name, slug, products }) => (
          <option key={slug} value={slug}>
            {name} ({countOf(products)})
          </option>
        ))}
      </SelectField>
      <TextField
        label="New name"
        name="name"
        autoComplete="off"
        help="Enter the name of another category to merge the two."
        error={submit.errorAt('name')}
      />
    </ModalForm>
  )
}

const countOf = (products: number) => `${formatCount(products)} ${products === 1 ? 'product' : 'products'}`
