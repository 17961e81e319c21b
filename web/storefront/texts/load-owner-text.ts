import { data, type LoaderFunctionArgs } from 'react-router'
import type { OwnerText } from '#contract/site/owner-texts.ts'
import { pageData } from '../../boot/server-context.ts'

/** A live shop has no page whose text is not written. */
export async function loadOwnerText({ context }: Pick<LoaderFunctionArgs, 'context'>, text: OwnerText) {
  const isWritten = await context.get(pageData).isWritten(text)
  return data({ isWritten }, isWritten ? undefined : { status: 404 })
}
