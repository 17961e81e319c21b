import { type ComponentProps, useId, useState } from 'react'
import type { Category } from '#contract/catalogue/categories.ts'
import { api } from '../../api.ts'
import { TextField } from '../../ui/controls/field.tsx'

/** Offers the categories that there are; any other name makes a new one. */
export function CategoryField(props: ComponentProps<typeof TextField>) {
  const id = useId()
  const [categories, setCategories] = useState<Category[]>([])
  // Asked for at each visit, because the last product may have made one. Without them the name is typed out.
  const load = () => void api.listCategories({ signedIn: true }).then(setCategories, () => {})
  return (
    <>
      <TextField {...props} list={id} autoComplete="off" onFocus={load} />
      <datalist id={id}>
        {categories.map(({ name, slug }) => (
          <option key={slug} value={name} />
        ))}
      </datalist>
    </>
  )
}
