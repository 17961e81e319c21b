/** The minimum order of every product, in units. */
export const MINIMUM_ORDER = 100

/** Stock is low below this many minimum orders; the database column `low_stock` uses the same number. */
export const LOW_STOCK_ORDERS = 3

export type StockLevel = { quantity: number; minimum: number }

export const minimumOrder = (product: StockLevel) => Math.max(MINIMUM_ORDER, product.minimum)

/** An order must be smaller than the stock, so a small remainder cannot be ordered at all. */
export const isOrderable = (product: StockLevel) => minimumOrder(product) < product.quantity
