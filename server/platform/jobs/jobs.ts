export const QUEUES = [
  'reconcile-payment',
  'close-booking',
  'release-excess-holds',
  'lapse-quote',
  'refund-payment',
  'reconcile-dashboard',
  'send-mail',
  'delete-expired',
  'low-stock',
  'delete-pictures',
  'check-import',
  'apply-import',
] as const
export type QueueName = (typeof QUEUES)[number]

/** What the shop asks of the job engine. A job carries only a key: what is to be done is in the row of that key. */
export type Jobs = {
  /**
   * To be called after the commit; neither throws nor waits. It only saves time: without it, the schedule finds the row
   * that is due.
   */
  send(queue: QueueName, key: string): void
}
