import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { live } from '#contract/live/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { stamps } from '#contract/stamps/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { typeInput } from '#server/testing/ticket-types.ts'
import type { World } from '#server/testing/world.ts'

const AOI = { id: 'aoi' }
const THREAD = { roomid: 'aoi', threadid: 'thread' }

interface Place {
  column: string
  where: string
  field: string
  named: string
  write: (world: World, text: string) => Promise<unknown>
}
const AT_TALK = { id: 'on-air' }
const changeEvent = (world: World, fields: Record<string, string>) =>
  world.as('aoi')(events.changeOwn, { params: AT_TALK, body: formOf(fields) })
const changeTicket = (world: World, fields: Record<string, string>) =>
  world.as('aoi')(tickets.changeTicket, {
    params: { roomid: 'aoi', id: 'ticket' },
    body: formOf(fields),
  })
const changeRoom = (world: World, fields: Record<string, string>) =>
  world.as('aoi')(rooms.changeRoom, { params: AOI, body: formOf(fields) })
const changeThread = (world: World, fields: Record<string, string>) =>
  world.as('aoi')(posting.changeThread, { params: THREAD, body: formOf(fields) })
const changeProfile = (world: World, fields: Record<string, string>) =>
  world.as('fan')(account.changeProfile, { body: formOf(fields) })
const announce = (world: World, fields: { title?: string; text?: string }) =>
  world.as('aoi')(inbox.announce, { params: AOI, body: { title: '題', text: '文', ...fields } })
const linkNamed = (title: string) => JSON.stringify([{ title, url: 'https://example.com' }])

/** A place for each column that others read, and those where such a text is first written. */
export const PLACES: Place[] = [
  {
    ...{ column: 'talk.message', where: 'a talk', field: 'message', named: 'メッセージ' },
    write: (world, message) =>
      world.as('fan')(live.postTalk, { params: AT_TALK, body: { message } }),
  },
  {
    ...{ column: 'comment.text', where: 'a comment', field: 'text', named: '本文' },
    write: (world, text) =>
      world.as('fan')(posting.postComment, { params: THREAD, body: { text } }),
  },
  {
    ...{ column: 'thread.title', where: 'a new thread', field: 'title', named: 'タイトル' },
    write: (world, title) =>
      world.as('aoi')(posting.createThread, {
        params: { roomid: 'aoi' },
        body: formOf({ title, text: 'はじめまして' }),
      }),
  },
  {
    ...{ column: 'thread.title', where: 'a thread’s title', field: 'title', named: 'タイトル' },
    write: (world, title) => changeThread(world, { title }),
  },
  {
    ...{ column: 'thread.text', where: 'a thread’s text', field: 'text', named: '本文' },
    write: (world, text) => changeThread(world, { text }),
  },
  {
    ...{ column: 'room.title', where: 'a new room', field: 'title', named: 'タイトル' },
    write: (world, title) => world.as('fan')(rooms.createRoom, { body: formOf({ title }) }),
  },
  {
    ...{ column: 'room.title', where: 'a room’s title', field: 'title', named: 'タイトル' },
    write: (world, title) => changeRoom(world, { title }),
  },
  {
    ...{ column: 'room.about', where: 'what a room is', field: 'about', named: '説明' },
    write: (world, about) => changeRoom(world, { about }),
  },
  {
    ...{ column: 'room.tags', where: 'a room’s tags', field: 'tags', named: 'タグ' },
    write: (world, tags) => changeRoom(world, { tags: `朗読 ${tags}` }),
  },
  {
    ...{ column: 'room_menu.title', where: 'a room’s links', field: 'room_menus' },
    named: 'リンクの名前',
    write: (world, title) => changeRoom(world, { room_menus: linkNamed(title) }),
  },
  {
    ...{ column: 'stamp.name', where: 'a room’s stamp', field: 'stamp_name' },
    named: 'スタンプの名前',
    write: async (world, stamp_name) =>
      world.as('aoi')(stamps.addStamp, {
        params: AOI,
        body: formOf({ stamp_name, image: new File([await picture(9, 9)], 'a.png') }),
      }),
  },
  {
    ...{ column: 'announcement.title', where: 'an announcement’s title', field: 'title' },
    named: 'タイトル',
    write: (world, title) => announce(world, { title }),
  },
  {
    ...{ column: 'announcement.text', where: 'an announcement', field: 'text', named: '本文' },
    write: (world, text) => announce(world, { text }),
  },
  {
    ...{ column: 'event.title', where: 'a new event', field: 'title', named: 'タイトル' },
    write: (world, title) => world.as('aoi')(events.createOwn, { body: formOf({ title }) }),
  },
  {
    ...{ column: 'event.title', where: 'an event’s title', field: 'title', named: 'タイトル' },
    write: (world, title) => changeEvent(world, { title }),
  },
  {
    ...{ column: 'event.about', where: 'what an event is', field: 'about', named: '説明' },
    write: (world, about) => changeEvent(world, { about }),
  },
  {
    ...{ column: 'event.tags', where: 'a new event’s tags', field: 'tags', named: 'タグ' },
    write: (world, tags) =>
      world.as('aoi')(events.createOwn, { body: formOf({ title: '夜', tags }) }),
  },
  {
    ...{ column: 'event.tags', where: 'an event’s tags', field: 'tags', named: 'タグ' },
    write: (world, tags) => changeEvent(world, { tags: `朗読 ${tags}` }),
  },
  {
    ...{ column: 'caption.text', where: 'captions', field: 'caption', named: '字幕' },
    write: (world, text) =>
      world.as('aoi')(live.putCaption, {
        params: { ...AT_TALK, language: 'ja' },
        body: new Blob([`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`], {
          type: 'application/octet-stream',
        }),
      }),
  },
  {
    ...{ column: 'digital_ticket.title', where: 'a new ticket', field: 'title', named: 'タイトル' },
    write: (world, title) =>
      world.as('aoi')(tickets.createTicket, {
        params: { roomid: 'aoi' },
        body: formOf({ title }),
      }),
  },
  {
    ...{ column: 'digital_ticket.title', where: 'a ticket’s title', field: 'title' },
    named: 'タイトル',
    write: (world, title) => changeTicket(world, { title }),
  },
  {
    ...{ column: 'digital_ticket.about', where: 'what a ticket is', field: 'about', named: '説明' },
    write: (world, about) => changeTicket(world, { about }),
  },
  {
    ...{ column: 'digital_ticket.venue', where: 'a venue', field: 'venue', named: '会場' },
    write: (world, venue) => changeTicket(world, { venue }),
  },
  {
    ...{ column: 'ticket_type.name', where: 'a ticket type’s name', field: 'type_name' },
    named: '券種の名前',
    write: (world, name) => changeTicket(world, { types: JSON.stringify([typeInput({ name })]) }),
  },
  {
    ...{ column: 'ticket_type.note', where: 'what a ticket type asks for', field: 'type_note' },
    named: '受付でのメモ',
    write: (world, note) => changeTicket(world, { types: JSON.stringify([typeInput({ note })]) }),
  },
  {
    ...{ column: 'user.display_name', where: 'a display name', field: 'display_name' },
    named: '表示名',
    write: (world, display_name) => changeProfile(world, { display_name }),
  },
  {
    ...{ column: 'user.about', where: 'what one says of oneself', field: 'about', named: '説明' },
    write: (world, about) => changeProfile(world, { about }),
  },
  {
    ...{ column: 'profile_link.title', where: 'the links of a profile', field: 'links' },
    named: 'リンクの名前',
    write: (world, title) => changeProfile(world, { links: linkNamed(title) }),
  },
]
