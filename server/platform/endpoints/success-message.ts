export const successMessage = (message: string) => ({ success: true as const, message })
