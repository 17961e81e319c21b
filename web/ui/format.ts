const counts = new Intl.NumberFormat('en-US')

export const formatCount = (count: number) => counts.format(count)

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

export const formatDate = (iso: string) => dates.format(new Date(iso))
