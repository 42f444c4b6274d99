import { useParams } from 'react-router-dom'
import { profile } from '#contract/profile.ts'
import { PeopleList } from '#pwa/features/profile/PeopleList.tsx'
import { useList } from '#pwa/lib/api.ts'
import { Notice } from '#pwa/ui/Notice.tsx'

export function FollowingPage() {
  const { roomid: name = '' } = useParams()
  const list = useList(profile.listFollowing, { params: { name } })
  return <PeopleList of={list} empty={<Notice>まだ誰もフォローしていません。</Notice>} />
}
