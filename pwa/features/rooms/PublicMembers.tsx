import { rooms } from '#contract/rooms/calls.ts'
import { Faces } from '#pwa/features/profile/Faces.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'

/** Members who agreed to be shown. */
export function PublicMembers({ room: id }: { room: string }) {
  const { data } = useLoad(rooms.listPublicMembers, { params: { id } })
  return <Faces of={data} verb="参加しています" />
}
