import { data, type LoaderFunctionArgs } from 'react-router'
import { isHiddenPage, type OwnerText } from '#contract/owner-texts.ts'
import { pageData } from '../server-context.ts'

/** Whether the page exists: a live shop has none whose text is not written. */
export function loadOwnerText({ context }: Pick<LoaderFunctionArgs, 'context'>, page: OwnerText) {
  const { unwrittenTexts } = context.get(pageData).shop
  const exists = !isHiddenPage(page, unwrittenTexts)
  return data({ exists }, exists ? undefined : { status: 404 })
}
