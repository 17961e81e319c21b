import { keepMeasures } from '../../ui/keep-measures.ts'
import { packageOf } from './package-of.ts'

/** Said where a quantity is typed; nothing about a product that is sold one by one. */
export function unitSentence(name: string) {
  const unit = packageOf(name)
  return unit ? keepMeasures(`One unit is a ${unit}.`) : ''
}
