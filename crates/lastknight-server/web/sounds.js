// Short, soft sounds, made when they are played. They are off by default.

import { preferences } from "./preferences.js";

/**
 * A tone that fades.
 * @typedef {{at: number, pitch: number, length: number, volume: number, shape?: OscillatorType, to?: number}} Tone times in seconds, pitches in hertz
 */

/** @typedef {"move" | "place" | "win" | "loss" | "right" | "wrong"} Sound */

/**
 * Wood on wood is a short low tone with a click; results are small chords.
 * @type {Record<Sound, Tone[]>}
 */
const SOUNDS = {
  move: [{ at: 0, pitch: 330, to: 180, length: 0.09, volume: 0.5 }, { at: 0, pitch: 1900, to: 700, length: 0.02, volume: 0.12, shape: "triangle" }],
  place: [{ at: 0, pitch: 220, to: 120, length: 0.16, volume: 0.6 }, { at: 0, pitch: 1400, to: 500, length: 0.03, volume: 0.12, shape: "triangle" }],
  win: [{ at: 0, pitch: 523.25, length: 0.35, volume: 0.25 }, { at: 0.11, pitch: 659.25, length: 0.35, volume: 0.25 }, { at: 0.22, pitch: 783.99, length: 0.6, volume: 0.28 }],
  loss: [{ at: 0, pitch: 392, length: 0.35, volume: 0.25 }, { at: 0.14, pitch: 311.13, length: 0.35, volume: 0.25 }, { at: 0.28, pitch: 261.63, length: 0.6, volume: 0.25 }],
  right: [{ at: 0, pitch: 659.25, length: 0.16, volume: 0.25 }, { at: 0.09, pitch: 987.77, length: 0.3, volume: 0.22 }],
  wrong: [{ at: 0, pitch: 207.65, to: 185, length: 0.2, volume: 0.3, shape: "triangle" }, { at: 0.12, pitch: 155.56, to: 146, length: 0.26, volume: 0.3, shape: "triangle" }],
};

/** The volume of all sounds. */
const VOLUME = 0.35;

/** @type {AudioContext | null} */
let context = null;

/**
 * Plays a sound if sounds are on. Browsers allow it after the user's first click or key.
 * @param {Sound} name
 */
export function play(name) {
  if (!preferences.sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const tone of SOUNDS[name]) sing(context, tone);
}

/**
 * @param {AudioContext} on
 * @param {Tone} tone
 */
function sing(on, { at, pitch, length, volume, shape = "sine", to = pitch }) {
  const start = on.currentTime + at;
  const source = new OscillatorNode(on, { type: shape, frequency: pitch });
  const gain = new GainNode(on, { gain: 0 });
  source.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume * VOLUME, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(on.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}
