import type { ProductImport } from '#contract/catalogue/imports.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import type { Person, TestShop } from './shop.ts'

/** Imports as an admin makes them; jobs run when they are asked for. */
export function openImportClient(shop: TestShop, admin: Person) {
  const headers = { authorization: `Bearer ${admin.token}` }

  async function upload(file: BodyInit, fileName = 'products.csv') {
    const response = await fetch(`${shop.origin}/api/imports?fileName=${encodeURIComponent(fileName)}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body: file,
    })
    return { status: response.status, json: await response.json() }
  }

  const get = async (id: string): Promise<ProductImport> =>
    (await shop.call('GET', `/api/imports/${id}`, { token: admin.token })).json

  const apply = (id: string) => shop.call('POST', `/api/imports/${id}/apply`, { token: admin.token })

  async function check(file: BodyInit, fileName?: string): Promise<ProductImport> {
    const { status, json } = await upload(file, fileName)
    if (status !== 200) throw new Error(`The upload was answered ${status}: ${JSON.stringify(json)}`)
    await runDueJobs(shop.shop)
    return get(json._id)
  }

  return {
    upload,
    get,
    apply,
    check,
    /** Checks and applies. */
    async run(file: BodyInit, fileName?: string): Promise<ProductImport> {
      const { _id } = await check(file, fileName)
      const { status, text } = await apply(_id)
      if (status !== 200) throw new Error(`Applying was answered ${status}: ${text}`)
      await runDueJobs(shop.shop)
      return get(_id)
    },
    async export(): Promise<string> {
      const response = await fetch(`${shop.origin}/api/products.csv`, { headers })
      // Not `text()`, which would take the mark away.
      return Buffer.from(await response.arrayBuffer()).toString()
    },
  }
}
