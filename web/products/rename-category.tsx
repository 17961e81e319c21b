import { useState } from 'react'
import { Link } from 'react-router'
import type { Category } from '#contract/categories.ts'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/format-number.ts'
import { api } from '../api.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { textOf } from '../ui/form-values.ts'
import { LoadedLater } from '../ui/loaded.tsx'
import { type Close, ModalButton } from '../ui/modal-button.tsx'
import { ModalCancel } from '../ui/modal-buttons.tsx'
import { ModalForm } from '../ui/modal-form.tsx'
import { resultOf } from '../ui/result.ts'
import { useSubmit } from '../use-submit.ts'

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
