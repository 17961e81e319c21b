import { PrefetchPageLinks } from 'react-router'
import { MY_ORDER } from './order-pages.ts'

/** For pages that end there: while the shop is upgraded its scripts change, and what was just ordered must not look lost. */
export const PrefetchMyOrder = () => <PrefetchPageLinks page={MY_ORDER.to} />
