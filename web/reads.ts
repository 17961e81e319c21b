import { createContext } from 'react-router'
import type { Reads } from '#contract/reads.ts'

export const reads = createContext<Reads>()

/** Where a fault met while rendering goes; the host sets it, because only the host has a log. */
export const reportFault = createContext<(fault: unknown) => void>(() => {})
