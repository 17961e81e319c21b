import { api } from '../api.ts'
import { useLoad } from '../ui/use-load.ts'

export const useManagedProduct = (id: string) =>
  useLoad(async (signal) => (await api.getProductHistory({ params: { id }, signal })).product, [id])
