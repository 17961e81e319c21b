import { z } from 'zod'
import { byId } from '../calls/endpoint.ts'
import { successMessage } from '../calls/responses.ts'
import { bySlug, category, categoryRename } from './categories.ts'
import { uploadedPicture } from './pictures.ts'
import { historyQuery, managedProduct, productEdit, productHistory, restock } from './product-changes.ts'
import { newProduct, product, productQuery } from './products.ts'

export const productEndpoints = {
  listProducts: {
    summary:
      'All products, newest first; with any parameter, one page of them. The header x-total-count is the total, link the neighboring pages; if x-total-exact is false, there are more than can be paged through',
    query: productQuery,
    response: z.array(product),
  },
  getProduct: { summary: 'One product', params: byId, noun: 'product', response: product },
  addProduct: {
    summary: 'Add a product',
    body: newProduct,
    response: successMessage,
    idempotent: true,
  },
  editProduct: {
    summary: 'Edit a product; refused if someone else has changed it since the given version',
    params: byId,
    noun: 'product',
    body: productEdit,
    response: managedProduct,
    refusals: [409],
  },
  restockProduct: {
    summary: 'Add units to the stock, or set it to a counted quantity',
    params: byId,
    noun: 'product',
    body: restock,
    response: managedProduct,
    idempotent: true,
  },
  getProductHistory: {
    summary:
      'A product with its changes and its orders, both newest first; with `before`, the changes before that one, with `beforeOrder`, the orders before that one',
    params: byId,
    noun: 'product',
    query: historyQuery,
    response: productHistory,
  },
  deleteProduct: { summary: 'Remove a product', params: byId, noun: 'product', response: successMessage },
  listCategories: { summary: 'All categories of products, by name', response: z.array(category) },
  renameCategory: {
    summary: 'Rename a category for all its products; the name of another category merges the two',
    params: bySlug,
    noun: 'category',
    body: categoryRename,
    response: category,
  },
  uploadPicture: {
    summary:
      'Upload a picture of up to 15 MB and 50 megapixels; the answer is what goes into `image`. What no product uses is deleted after a day',
    response: uploadedPicture,
    refusals: [429],
  },
} as const
