import type { Sandbox } from '#server/sandbox-stripe/testing/sandbox.ts'

/** The provider's payment endpoints; the setup of webhook endpoints gets no faults. */
const PATHS = ['/v1/payment_*', '/v1/customers*', '/v1/subscriptions*', '/v1/refunds*', '/v1/pr*']
const REQUESTS = [
  ['cut_after', 0.03, 0],
  ['cut_before', 0.02, 0],
  ['error', 0.01, 0],
  ['error_after', 0.02, 0],
  ['rate_limit', 0.02, 0],
  ['lock_timeout', 0.02, 0],
  ['in_use', 0.01, 0],
  ['slow', 0.03, 250],
] as const
const NOTICES = [
  ['drop', 0.2],
  ['duplicate', 0.15],
  ['reorder', 0.15],
  ['delay', 0.1],
] as const

/** Makes the provider misbehave from now on, as determined by the seed. */
export async function injectFaults({ control }: Sandbox, seed: number): Promise<void> {
  for (const [nth, path] of PATHS.entries())
    for (const [kind, [what, probability, ms]] of REQUESTS.entries())
      await control.fault({
        do: what,
        path,
        probability,
        seed: seed * 1_000 + nth * 50 + kind,
        ...(ms > 0 && { ms }),
      })
  for (const [nth, [what, probability]] of NOTICES.entries())
    await control.fault({ do: what, type: '*', probability, seed: seed * 1_000 + 900 + nth })
}
