// The server's clock, as a screen knows it: the screen's own clock may be wrong, and it may sleep.

/** The clocks of the device. `wall` may be wrong or be set; `steady` may stop while the device sleeps. Both in milliseconds. */
export interface DeviceClocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

/** A difference between the device's clocks from which on it has slept. */
const SLEPT_MS = 2_000;

export class ServerClock {
  readonly #device: DeviceClocks;
  #learnt: { readonly server: number; readonly wall: number; readonly steady: number } | undefined;

  constructor(device: DeviceClocks) {
    this.#device = device;
  }

  /** Learns the server's clock. @param server epoch milliseconds */
  learn(server: number): void {
    const { wall, steady } = this.#device;
    this.#learnt = { server, wall: wall(), steady: steady() };
  }

  /**
   * Returns the server's clock, epoch milliseconds; the device's own before anything was learnt. If the device's wall clock went further than its
   * steady one, the device slept meanwhile. A wall clock that was set back counts for nothing.
   */
  now(): number {
    const wall = this.#device.wall();
    if (!this.#learnt) return wall;
    const steady = this.#device.steady() - this.#learnt.steady;
    const passed = wall - this.#learnt.wall;
    return this.#learnt.server + (passed - steady > SLEPT_MS ? passed : steady);
  }
}
