import { data } from 'react-router'
import { NotFound } from '../layout/nothing-here.tsx'
import { missingMeta } from '../page-meta.ts'

export const meta = () => missingMeta

export const loader = () => data(null, { status: 404 })

export default NotFound
