import type { ComponentProps } from 'react'
import './prose.css'

/** Running text with headings, lists, tables and code. */
export const Prose = (text: ComponentProps<'div'>) => <div {...text} className="prose" />
