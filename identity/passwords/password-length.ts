export const PASSWORD = { min: 6, max: 128 }
