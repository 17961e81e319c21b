import { data } from 'react-router'
import { NotFound } from '../layout/nothing-here.tsx'

export const meta = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

export const loader = () => data(null, { status: 404 })

export default NotFound
