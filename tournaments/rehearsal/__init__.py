"""A dress rehearsal: robots sit down at the tables of an event and play it, hand by hand, over the network.

The crew sees its pages, boards and paper at work the evening before; nothing in it is pretended but the
players.
"""
