import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { push } from '#contract/push/calls.ts'
import { PushFailed, pushFacts, turnOff, turnOn } from '#pwa/adapters/push.ts'
import { keyOf, useCall, useLoad } from '#pwa/lib/api/api.ts'
import { hereOf, PROBLEM_LABELS, stateOf } from './state.ts'

const FACTS = ['push-facts']

/** The state and the switch of notifications on this device. */
export function usePush() {
  const call = useCall()
  const client = useQueryClient()
  const facts = useQuery({ queryKey: FACTS, queryFn: pushFacts, staleTime: 0 })
  const devices = useLoad(push.listTokens, {})
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: FACTS }),
      client.invalidateQueries({ queryKey: keyOf(push.listTokens) }),
    ])
  const on = useMutation({ mutationFn: () => turnOn(call), onSettled: refresh })
  const off = useMutation({ mutationFn: () => turnOff(call), onSettled: refresh })
  const known = facts.data && devices.data
  const error = on.error ?? off.error
  return {
    facts: facts.data,
    devices,
    state: known ? stateOf(facts.data, devices.data) : null,
    here: known && hereOf(facts.data, devices.data),
    turnOn: () => on.mutate(),
    turnOff: () => off.mutate(),
    busy: on.isPending || off.isPending,
    problem: error && (error instanceof PushFailed ? PROBLEM_LABELS[error.problem] : error.message),
  }
}
export type PushHere = ReturnType<typeof usePush>
