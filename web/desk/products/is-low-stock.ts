import { LOW_STOCK_ORDERS, minimumOrder, type StockLevel } from '#contract/catalogue/order-quantity.ts'

/** As the database column `low_stock`. */
export const isLowStock = (product: StockLevel) => product.quantity < LOW_STOCK_ORDERS * minimumOrder(product)
