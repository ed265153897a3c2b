"""All that is heard: effects and a score made from arithmetic, and how they share the speakers.

    signals, effects, clips   `Sound` -> samples; made once, when the window opens
    cues, alerts, hearing     the events of a tick, and changes of the world's state -> cues
    mix                       cues -> voices that fit the headroom; warnings make the rest quieter
    situation, themes, timbres, composer, reverb, score, score_thread
                              a theme, a seed and how things stand -> an endless piece of music
    captions                  cues that warn, in writing
    device                    pyglet, which no other file here knows: plays what `mix` and `score` decide

Nothing in here is read back by the simulation.
"""
