const counts = new Intl.NumberFormat('en-US')

export const formatCount = (count: number) => counts.format(count)
