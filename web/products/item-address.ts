export { itemAddress } from '#contract/item-address.ts'
