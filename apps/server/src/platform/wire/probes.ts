// The addresses that are asked all the time.

/** What a load balancer and a monitor ask all the time. */
export const PROBES: readonly string[] = ['/healthz', '/readyz', '/metrics'];
