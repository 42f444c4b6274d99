import { useParams } from 'react-router-dom'
import { profile } from '#contract/profile/calls.ts'
import { PeopleList } from '#pwa/features/profile/PeopleList.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { Alert } from '#pwa/ui/Alert.tsx'

export function FollowingPage() {
  const { roomid: name = '' } = useParams()
  const list = useList(profile.listFollowing, { params: { name } })
  return <PeopleList of={list} empty={<Alert>まだ誰もフォローしていません。</Alert>} />
}
