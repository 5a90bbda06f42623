"""Given names of the countries clubs write from: they tell what stands after a comma, a name or a club."""

from __future__ import annotations

from tournaments.lists.typed import folded

GERMAN = """Achim Adam Adelheid Adrian Agnes Albert Albrecht Alex Alexander Alexandra Alfons Alfred
    Alois Andrea Andreas Angela Angelika Anita Anja Anke Anna Anne Annegret Anneliese Annemarie Anni
    Annika Anton Armin Arno Arnold Artur August Axel Barbara Bastian Beate Benedikt Benjamin Bernd
    Bernhard Bert Berta Bertram Bettina Bianca Birgit Björn Bodo Brigitte Britta Bruno Burkhard
    Carina Carla Carmen Carola Carolin Carsten Charlotte Christa Christel Christian Christiane
    Christina Christine Christof Christoph Clara Claudia Clemens Conny Cornelia Dagmar Daniel
    Daniela David Dennis Detlef Diana Dieter Dietmar Dietrich Dirk Dominik Dora Doris Dorothea
    Eberhard Eckhard Edeltraud Edgar Edith Eduard Egon Elena Elfriede Elisabeth Elke Ella Ellen
    Elmar Else Emil Emma Emmi Erhard Erich Erika Erna Ernst Erwin Esther Eugen Eva Evelyn Ewald
    Fabian Felix Ferdinand Florian Frank Franz Franziska Frida Friedel Frieda Friedhelm Friedrich
    Fritz Gabi Gabriele Georg Gerald Gerd Gerda Gerhard Gerlinde Gernot Gert Gertrud Gisela
    Gottfried Gregor Greta Gudrun Guido Günter Günther Gustav Hanna Hannah Hannelore Hannes Hans
    Harald Hartmut Hedwig Heide Heidi Heike Heiko Heiner Heinrich Heinz Helga Helene Helmut Hendrik
    Henning Henrik Herbert Hermann Herta Hilde Hildegard Holger Horst Hubert Hugo Ida Ilona Ilse
    Inga Inge Ingeborg Ingo Ingrid Irene Iris Irma Irmgard Isabel Isabell Jakob Jan Jana Janina
    Jannik Jens Joachim Jochen Johann Johanna Johannes Jonas Jörg Josef Josefine Julia Julian Jürgen
    Jutta Kai Karin Karl Karla Karsten Katharina Kathrin Katja Katrin Kerstin Kevin Klara Klaus
    Konrad Konstantin Kristina Kurt Lara Lars Laura Lea Lena Leo Leon Leonhard Leopold Liesel Lina
    Linda Lisa Lore Lorenz Lothar Lotte Louis Luca Ludwig Luis Luise Lukas Lutz Magda Magdalena
    Maike Manfred Manuel Manuela Marcel Marco Marcus Margarete Margit Margot Margret Maria Marianne
    Marie Marina Mario Marion Marius Marko Markus Marlene Marlies Marta Martha Martin Martina
    Mathias Mathilde Matthias Max Maximilian Melanie Michael Michaela Mike Mia Monika Moritz Nadine
    Natalie Nicole Niklas Nina Nora Norbert Olaf Olga Oliver Oskar Ottmar Otto Ottilie Pascal Patricia
    Patrick Paul Paula Pauline Peter Petra Philipp Pia Rainer Ralf Ralph Ramona Raphael Regina
    Reiner Reinhard Reinhold Renate René Resi Ria Richard Rita Robert Robin Roland Rolf Roman Rosa
    Rosemarie Rosi Rosina Rudi Rudolf Ruth Sabine Sabrina Sandra Sara Sarah Sascha Sebastian Selina
    Siegfried Sigrid Silke Silvia Simon Simone Sina Sofia Sofie Sonja Sophia Sophie Stefan Stefanie
    Steffen Stephan Susanne Sven Sylvia Tanja Tatjana Theo Theodor Theresa Therese Thilo Thomas
    Thorsten Tim Timo Tina Tobias Tom Torsten Udo Ulf Uli Ulrich Ulrike Ursula Urs Ute Uwe Valentin
    Vanessa Vera Verena Veronika Viktor Viktoria Vinzenz Volker Walter Walburga Waltraud Wendelin
    Werner Wilfried Wilhelm Wilhelmine Willi Willy Winfried Wolfgang Wolfram Yvonne Xaver Sepp Toni
    Hansi"""
SPANISH = """Adolfo Adriana Agustín Agustina Alberto Alejandra Alejandro Alfonso Alfredo Alicia Alonso
    Álvaro Amalia Amparo Ana Andrés Ángel Ángeles Antonia Antonio Araceli Armando Arturo Asunción
    Aurora Beatriz Begoña Belén Benito Bernardo Blanca Camila Candela Carlos Carolina Catalina
    Cecilia César Claudio Clara Concepción Concha Consuelo Cristian Cristina Cristóbal Damián
    Daniela Diego Dolores Domingo Eduardo Elvira Emilia Emilio Enrique Ernesto Esperanza Esteban
    Eugenia Eugenio Fabio Facundo Federico Felipe Fermín Fernanda Fernando Fidel Florencia Francisca
    Francisco Gabriel Gabriela Gerardo Gloria Gonzalo Gregorio Guadalupe Guillermo Gustavo Héctor
    Hernán Horacio Ignacio Inés Irene Isabel Ismael Iván Jaime Javier Jesús Joaquín Jordi Jorge José
    Josefa Josefina Juan Juana Juanjo Julián Julieta Julio Laura Leandro Leonor Leticia Lidia Lorena
    Lorenzo Lourdes Lucas Lucía Lucio Luis Luisa Luz Magdalena Manolo Manuel Manuela Marcela Marcelo
    Marcos Margarita María Mariano Mariana Mario Marta Martín Mateo Matías Mauricio Mercedes Miguel
    Milagros Mirta Mónica Montserrat Natalia Nicolás Nieves Noelia Norma Óscar Pablo Paco Paloma
    Patricia Paulina Pedro Pepe Pilar Rafael Ramiro Ramón Raquel Raúl Ricardo Roberto Rocío Rodolfo
    Rodrigo Rogelio Rosario Rubén Salvador Santiago Sergio Silvia Silvina Sofía Soledad Susana
    Teresa Tomás Trinidad Valentina Valeria Vicente Víctor Victoria Virginia Walter Ximena Yolanda
    Nélida Graciela Stella Liliana"""
ENGLISH = """Alan Albert Alice Allison Amanda Amy Andrew Angela Ann Anthony Arthur Barry Ben Betty Bill
    Bob Brian Bruce Carol Caroline Catherine Charles Charlie Chris Christopher Claire Clive Colin
    Craig Dan Dave Dean Deborah Derek Diane Donald Donna Dorothy Douglas Edward Eileen Eleanor
    Elizabeth Emily Eric Fiona Frances Fred Gareth Gary Geoff Geoffrey George Gillian Gordon Grace
    Graham Harry Hazel Heather Helen Henry Howard Hugh Ian Jack Jacob James Jane Janet Jason Jean
    Jeff Jennifer Jenny Jeremy Jessica Jill Jim Joan Joanne Joe John Jonathan Joseph Joyce Judith
    Judy Karen Kate Kathleen Keith Kelly Ken Kenneth Kevin Kim Larry Laura Lawrence Lee Leonard
    Lesley Leslie Lily Linda Louise Lucy Luke Malcolm Margaret Mark Martin Mary Matt Matthew Maureen
    Michelle Mick Mike Nancy Neil Nicholas Nick Nigel Noah Norman Olivia Pamela Pat Patrick Paul
    Pauline Peter Phil Philip Rachel Raymond Rebecca Rhys Richard Rob Robert Roger Ron Ronald Rose
    Roy Russell Ruth Ryan Sally Sam Samantha Samuel Sandra Scott Sean Shaun Sharon Sheila Shirley
    Simon Stephanie Stephen Steve Steven Stuart Sue Susan Suzanne Sylvia Terry Tim Timothy Tony
    Tracey Trevor Valerie Victor Vincent Walter Wayne Wendy William Zoe"""

GIVEN = frozenset(folded(name) for name in f"{GERMAN} {SPANISH} {ENGLISH}".split())
