import { type ComponentProps, useEffect, useId, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import { api } from '../api.ts'
import { TextField } from '../ui/field.tsx'

/** Offers the categories that there are; any other name makes a new one. */
export function CategoryField(props: ComponentProps<typeof TextField>) {
  const id = useId()
  const [categories, setCategories] = useState<Category[]>([])
  useEffect(() => {
    const closing = new AbortController()
    // Without them the name is typed out.
    api.listCategories({ signal: closing.signal }).then(setCategories, () => {})
    return () => closing.abort()
  }, [])
  return (
    <>
      <TextField {...props} list={id} autoComplete="off" />
      <datalist id={id}>
        {categories.map(({ name, slug }) => (
          <option key={slug} value={name} />
        ))}
      </datalist>
    </>
  )
}
