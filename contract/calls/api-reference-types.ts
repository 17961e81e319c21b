/** The API as people read it: what `/docs` shows, derived from the same table as the OpenAPI document. */
export type ApiReference = {
  /** Where the calls live, such as `https://shop.example/api`. */
  base: string
  groups: ApiGroup[]
  /** What several calls answer with. */
  objects: { name: string; fields: ApiField[] }[]
}

export type ApiGroup = { id: string; title: string; calls: ApiCall[] }

export type ApiCall = {
  id: string
  method: string
  path: string
  summary: string
  /** Who may call. */
  access: string
  parameters: ApiField[]
  body: ApiField[]
  answer: { type: ApiType; fields: ApiField[] }
  refusals: { status: string; meaning: string }[]
  /** A command for a terminal. */
  example: string
}

export type ApiField = ApiType & {
  name: string
  optional: boolean
  note?: string
}

export type ApiType = {
  type: string
  /** The object that the type's words end in. */
  object?: string
}
