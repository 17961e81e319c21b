import { createContext } from 'react-router'
import type { PageData } from '#contract/site/page-data.ts'

export const pageData = createContext<PageData>()

/** Carried by the inline scripts of one render, so that the server can tell them from injected ones; never sent. */
export const nonce = createContext<string | null>(null)

/** Receives rendering errors; set by the server, which has the log. */
export const reportError = createContext<(fault: unknown) => void>(() => {})
