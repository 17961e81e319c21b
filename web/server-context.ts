import { createContext } from 'react-router'
import type { PageData } from '#contract/page-data.ts'

export const pageData = createContext<PageData>()

/** What the inline scripts of this one render carry, so that the host can tell them from others; it is never sent. */
export const nonce = createContext<string | null>(null)

/** Where a fault met while rendering goes; the host sets it, because only the host has a log. */
export const reportFault = createContext<(fault: unknown) => void>(() => {})
