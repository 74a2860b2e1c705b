import type { Channel } from './channel.ts';
import { Room } from './room.ts';

/** A public and a private channel of one name are two rooms. */
export class Rooms {
  readonly #rooms = new Map<string, Room>();

  find(name: string, isPrivate: boolean): Room | undefined {
    return this.#rooms.get(keyOf(name, isPrivate));
  }

  of(channel: Channel): Room | undefined {
    return this.find(channel.name, channel.options.private);
  }

  enter(channel: Channel): Room {
    const { name, options } = channel;
    const key = keyOf(name, options.private);
    const room = this.#rooms.get(key) ?? new Room(name, options.private);
    this.#rooms.set(key, room);
    room.members.add(channel);
    return room;
  }

  exit(channel: Channel): Room | undefined {
    const room = this.of(channel);
    room?.members.delete(channel);
    if (room?.members.size === 0) this.#rooms.delete(keyOf(room.name, room.private));
    return room;
  }
}

function keyOf(name: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${name}`;
}
