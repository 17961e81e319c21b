import { AggregatorRegistry } from 'prom-client'
import type { MetricsSnapshot } from './collect-metrics.ts'

const COUNTS = ['counter', 'histogram']

/** What processes that have ended had counted, as one snapshot. What they measured ended with them. */
export async function sumCounters(snapshots: MetricsSnapshot[]): Promise<MetricsSnapshot> {
  const counts = snapshots.map((metrics) => metrics.filter(({ type }) => COUNTS.includes(String(type))))
  return AggregatorRegistry.aggregate(counts).getMetricsAsJSON()
}
